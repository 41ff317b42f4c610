import { ChevronDown, ArrowRight } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ColourRow } from './ColourRow.tsx'
import {
  COLOUR_FAULT,
  COLOUR_FIELDS,
  contrastOf,
  firstWrong,
  isColour,
  paintOf,
  type ColourField,
  type Colours,
} from './colours.ts'
import type { ColourDraftState } from './use-colour-draft.ts'
import type { Paint } from '@app/contracts/fields/contrast-guard.ts'

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
function AdjustedText({ wanted, paint, onTake }: AdjustedTextProps) {
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

const LABELS: Colours = { background_color: 'Fondo', text_color: 'Texto', button_color: 'Botones' }

interface ColourFormProps {
  readonly colours: ColourDraftState
  /** The page shows these colours. */
  readonly inUse: boolean
  readonly hasBackdrop: boolean
  readonly isApplying: boolean
  /** The server's refusal. */
  readonly faults: Partial<Colours>
  readonly onApply: () => void
}

const InUse = () => (
  <span className="rounded-full bg-success-soft px-2 py-0.5 text-micro font-semibold text-success">
    En uso
  </span>
)

export function ColourForm({ colours, inUse, hasBackdrop, isApplying, faults, onApply }: ColourFormProps) {
  const boxes = useRef<Partial<Record<ColourField, HTMLInputElement | null>>>({})
  const { draft } = colours
  const paint = paintOf(draft)
  const onSubmit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault()
    const wrong = firstWrong(draft)
    if (wrong === undefined) onApply()
    else boxes.current[wrong]?.focus()
  }
  return (
    <details open={inUse || colours.isChanged} className="group card min-w-0 px-[18px]">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
        <h2 className="text-h2">Colores propios</h2>
        <span className="flex items-center gap-2">
          {inUse && <InUse />}
          <ChevronDown aria-hidden="true" size={18} className="text-ink-3 group-open:rotate-180" />
        </span>
      </summary>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">
        {COLOUR_FIELDS.map((field) => (
          <ColourRow
            key={field}
            ref={(box) => {
              boxes.current[field] = box
            }}
            label={LABELS[field]}
            typed={draft.typed[field]}
            painted={draft.valid[field]}
            error={isColour(draft.typed[field]) ? faults[field] : COLOUR_FAULT}
            contrast={contrastOf(field, draft, paint)}
            onType={(text) => colours.type(field, text)}
          />
        ))}
        <AdjustedText
          wanted={draft.valid.text_color}
          paint={paint}
          onTake={(colour) => colours.type('text_color', colour)}
        />
        {hasBackdrop && (
          <p className="text-small text-ink-3">
            Sobre tu imagen de fondo, el texto es blanco y el color de fondo no se ve.
          </p>
        )}
        <FormButtons isApplying={isApplying} isChanged={colours.isChanged} onReset={colours.reset} />
      </form>
    </details>
  )
}

interface FormButtonsProps {
  readonly isApplying: boolean
  readonly isChanged: boolean
  readonly onReset: () => void
}

const FormButtons = ({ isApplying, isChanged, onReset }: FormButtonsProps) => (
  <div className="flex flex-wrap gap-2.5">
    <Button
      type="submit"
      kind="primary"
      busy={isApplying}
      className="h-auto! min-h-10 py-1 whitespace-normal! pointer-coarse:min-h-11"
    >
      {isApplying ? 'Aplicando...' : 'Aplicar colores personalizados'}
    </Button>
    <Button disabled={!isChanged} title="Volver a los colores guardados" onClick={onReset}>
      Restablecer
    </Button>
  </div>
)
