/** A day as people read it here: 03-10-2026. */
export const dateText = (day: string): string => day.split('-').toReversed().join('-')
