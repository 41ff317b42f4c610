import { ChevronDown, ArrowRight } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import {
  COLOUR_FIELDS,
  contrastOf,
  paintOf,
  type ColourField,
  type Colours,
  ratioText,
  type Contrast,
} from './colours.ts'
import type { Paint } from '@app/contracts/fields/contrast-guard.ts'
import { TextField } from '../../../ui/forms/fields.tsx'

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

interface ColourRowProps {
  readonly label: string
  readonly field: ReturnType<SchemaForm<ColourField>['field']>
  /** The last valid one: `#RRGGBB`. */
  readonly painted: string
  readonly contrast: Contrast
  readonly onPick: (colour: string) => void
}

function ColourRow({ label, field, painted, contrast, onPick }: ColourRowProps) {
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      {/* As far down as the field's box, below its label. */}
      <input
        type="color"
        aria-label={`Elegir color: ${label}`}
        value={painted.toLowerCase()}
        onChange={({ target }) => onPick(target.value.toUpperCase())}
        className="mt-[1.5625rem] h-11 w-11 cursor-pointer appearance-none overflow-hidden rounded-md border-0 bg-transparent p-0 shadow-[0_0_0_1px_var(--line-strong)] [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <div className="min-w-0 flex-[1_1_11rem]">
        <TextField
          {...field}
          label={label}
          mono
          size={7}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          trailing={field.error === undefined && <ContrastChip {...contrast} />}
        />
      </div>
    </div>
  )
}

function ContrastChip({ pair, ratio, isEnough }: Contrast) {
  return (
    <span
      title={pair}
      className={`mx-2 my-1.5 flex-none rounded-full px-2 py-0.5 text-micro font-semibold whitespace-nowrap ${isEnough ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
    >
      <span className="sr-only">{pair}: </span>
      <span>{`${ratioText(ratio)} ${isEnough ? 'AA' : 'se ajustará'}`}</span>
    </span>
  )
}
