const pagesAtOnce = 4;

/** Fetches and parses all pages, four at a time, as the minimum cost of loading all jobs. */
export async function fetchPages(url: string, jobs: number): Promise<unknown[]> {
  const pages: unknown[] = [];
  let next = 1;
  const reader = async () => {
    for (let page = next++; page <= jobs / 50; page = next++) {
      pages[page - 1] = JSON.parse(await (await fetch(`${url}/jobs?page=${page}`)).text());
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, reader));
  return pages;
}
