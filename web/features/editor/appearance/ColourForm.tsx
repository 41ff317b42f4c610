import { ChevronDown, ArrowRight } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { ColourRow } from './ColourRow.tsx'
import { COLOUR_FIELDS, contrastOf, paintOf, type ColourField, type Colours } from './colours.ts'
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
  readonly form: SchemaForm<ColourField>
  readonly painted: Colours
  readonly isChanged: boolean
  /** The page shows these colours. */
  readonly inUse: boolean
  readonly hasBackdrop: boolean
  readonly onReset: () => void
}

const InUse = () => (
  <span className="rounded-full bg-success-soft px-2 py-0.5 text-micro font-semibold text-success">
    En uso
  </span>
)

export function ColourForm({ form, painted, isChanged, inUse, hasBackdrop, onReset }: ColourFormProps) {
  const paint = paintOf(painted)
  return (
    <details open={inUse || isChanged} className="group card min-w-0 px-[18px]">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
        <h2 className="text-h2">Colores propios</h2>
        <span className="flex items-center gap-2">
          {inUse && <InUse />}
          <ChevronDown aria-hidden="true" size={18} className="text-ink-3 group-open:rotate-180" />
        </span>
      </summary>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">
        {COLOUR_FIELDS.map((field) => (
          <ColourRow
            key={field}
            label={LABELS[field]}
            field={form.field(field)}
            painted={painted[field]}
            contrast={contrastOf(field, painted, paint)}
            onPick={(colour) => form.set(field, colour)}
          />
        ))}
        <AdjustedText
          wanted={painted.text_color}
          paint={paint}
          onTake={(colour) => form.set('text_color', colour)}
        />
        {hasBackdrop && (
          <p className="text-small text-ink-3">
            Sobre tu imagen de fondo, el texto es blanco y el color de fondo no se ve.
          </p>
        )}
        <FormButtons isApplying={form.sending} isChanged={isChanged} onReset={onReset} />
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
