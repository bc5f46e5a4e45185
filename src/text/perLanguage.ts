/** Makes something once per BCP 47 tag: `Intl` formats are dear to build and cheap to use. Without a tag it is the process's own language. */
export function perLanguage<T>(make: (language: string | undefined) => T): (language: string | undefined) => T {
  const made = new Map<string | undefined, T>();
  return (language) => {
    let found = made.get(language);
    if (found === undefined) made.set(language, (found = make(language)));
    return found;
  };
}
