const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const countLabel = (count: number): string => whole.format(count)
export const percentLabel = (percent: number): string => `${oneDecimal.format(percent)}%`
export const countedText = (count: number, one: string, many: string): string =>
  `${countLabel(count)} ${count === 1 ? one : many}`
export const pointsText = (points: number): string => `${oneDecimal.format(points)} pp`
/** `#19.402`. A position of EventStoreDB is larger than a number can tell apart. */
export const positionLabel = (position: string): string =>
  `#${/^\d+$/.test(position) ? whole.format(BigInt(position)) : position}`
