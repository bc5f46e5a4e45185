import type { Pagination } from './wire.ts';

export const perPage = 50;

/** The page asked for, 1 where none is; null where what is asked for cannot be a page number. */
export function parsePage(query: string | string[] | undefined): number | null {
  if (query === undefined) return 1;
  if (typeof query !== 'string' || !/^[1-9]\d*$/.test(query)) return null;
  const page = Number(query);
  return Number.isSafeInteger(page * perPage) ? page : null;
}

/** @param listUrl absolute URL of the list, without a query */
export function paginate(page: number, total: number, listUrl: string): Pagination {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const before = (page - 1) * perPage;
  const isEmpty = before >= total;
  const nextPage = page < lastPage ? page + 1 : null;
  return {
    currentPage: page,
    from: isEmpty ? 0 : before + 1,
    lastPage,
    perPage,
    hasMore: nextPage !== null,
    nextPage,
    nextPageUrl: nextPage === null ? null : `${listUrl}?page=${nextPage}`,
    to: isEmpty ? 0 : Math.min(before + perPage, total),
    total,
  };
}
