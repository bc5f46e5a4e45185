let language: string | undefined;

/**
 * Sets the language (BCP 47) of numbers, times, and lists. Must be called before anything is
 * formatted. The default is the language of the process.
 */
export function setLanguage(tag: string): void {
  language = tag;
}

export function numberFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = inLanguage((tag) => new Intl.NumberFormat(tag, options));
  return (value) => format().format(value);
}

/** Caches an `Intl` format for the current language, because creating a format is slow. */
export function inLanguage<Format>(create: (language: string | undefined) => Format): () => Format {
  let cached: { readonly language: string | undefined; readonly format: Format } | undefined;
  return () => {
    if (cached === undefined || cached.language !== language)
      cached = { language, format: create(language) };
    return cached.format;
  };
}
