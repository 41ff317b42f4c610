import type { Paint } from '@app/contracts/fields/contrast-guard.ts'
import { ArrowRight } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'

interface AdjustedTextProps {
  readonly wanted: string
  readonly paint: Paint
  readonly onTake: (colour: string) => void
}

/** A spot instead of a letter, which would be unreadable by design. */
function Swatch({ colour, on }: { readonly colour: string; readonly on: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ background: on }}
      className="grid h-8 w-11 place-items-center rounded-sm ring-1 ring-line forced-color-adjust-none"
    >
      <span style={{ background: colour }} className="h-2 w-6 rounded-full" />
    </span>
  )
}

/** The chosen colour and the one that the page shows instead. */
export function AdjustedText({ wanted, paint, onTake }: AdjustedTextProps) {
  return (
    <div role="status">
      {paint.textAdjusted && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3.5 py-3 text-small font-semibold text-warning">
          <p className="min-w-0 flex-[1_1_220px]">Ajustamos el color del texto para que se lea bien.</p>
          <span className="flex items-center gap-1.5">
            <Swatch colour={wanted} on={paint.background} />
            <ArrowRight aria-hidden="true" size={15} />
            <Swatch colour={paint.text} on={paint.background} />
          </span>
          <Button size="sm" className="text-ink" onClick={() => onTake(paint.text)}>
            Usar {paint.text}
          </Button>
        </div>
      )}
    </div>
  )
}
