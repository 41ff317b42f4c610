const parts = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** `20 nov 2026`. Browsers differ in the punctuation around the words, so each word is taken alone. */
export function dateText(at: string | number): string {
  const found = parts.formatToParts(new Date(at))
  const word = (type: Intl.DateTimeFormatPartTypes): string =>
    (found.find((part) => part.type === type)?.value ?? '').replace('.', '')
  return `${word('day')} ${word('month')} ${word('year')}`
}
