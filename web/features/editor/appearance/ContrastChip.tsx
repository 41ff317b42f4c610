import { ratioText, type Contrast } from './colours.ts'

export function ContrastChip({ pair, ratio, isEnough }: Contrast) {
  return (
    <span
      title={pair}
      className={`mr-2 flex-none rounded-full px-2 py-0.5 text-micro font-semibold whitespace-nowrap ${isEnough ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
    >
      <span className="sr-only">{pair}: </span>
      {ratioText(ratio)} {isEnough ? 'AA' : 'se ajustará'}
    </span>
  )
}
