/** As it is shared: without the source and the tokens of the present visit. */
export const pageAddress = (page: Document): string =>
  page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin + location.pathname
