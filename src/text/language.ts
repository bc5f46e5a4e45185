let language: string | undefined;

/**
 * Sets the language (BCP 47 tag) for formatting numbers, times, and lists. The default is the
 * process language.
 */
export function setLanguage(tag: string): void {
  language = tag;
}

export function numberFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = inLanguage((tag) => new Intl.NumberFormat(tag, options));
  return (value) => format().format(value);
}

/**
 * Returns a function that creates an `Intl` format once per language, because creating a format is
 * slow.
 */
export function inLanguage<Format>(create: (language: string | undefined) => Format): () => Format {
  let cached: { readonly language: string | undefined; readonly format: Format } | undefined;
  return () => {
    if (cached === undefined || cached.language !== language)
      cached = { language, format: create(language) };
    return cached.format;
  };
}
