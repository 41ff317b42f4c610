/** A parameter of the present visit must not stay in an address that people copy, share and keep in the history. */
export function hideParameter(
  name: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
  state: unknown = history.state,
): void {
  const parts = search.slice(1).split('&')
  const rest = parts.filter((part) => part.split('=')[0] !== name).join('&')
  history.replaceState(state, '', pathname + (rest && `?${rest}`) + hash)
}
