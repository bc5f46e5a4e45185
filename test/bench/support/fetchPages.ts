const pagesAtOnce = 4;

/** The least that loading all pages can be: each fetched and parsed, four at once. */
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
