/** The query of an address with other values; an empty one is left out. */
export function searchWith(search: string, changed: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === '') params.delete(name)
    else params.set(name, value)
  }
  return `?${params}`
}
