const TOKEN = 't'

/** The file's link has the token already. The address must not: it is copied, shared and kept in the history. */
export function hideReminderToken(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): void {
  const query = new URLSearchParams(search)
  if (!query.has(TOKEN)) return
  query.delete(TOKEN)
  const rest = query.toString()
  history.replaceState(history.state, '', pathname + (rest === '' ? '' : `?${rest}`) + hash)
}
