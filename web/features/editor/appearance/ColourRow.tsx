import { TextField } from '../../../ui/forms/TextField.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { ratioText, type ColourField, type Contrast } from './colours.ts'

interface ColourRowProps {
  readonly label: string
  readonly field: ReturnType<SchemaForm<ColourField>['field']>
  /** The last valid one: `#RRGGBB`. */
  readonly painted: string
  readonly contrast: Contrast
  readonly onPick: (colour: string) => void
}

export function ColourRow({ label, field, painted, contrast, onPick }: ColourRowProps) {
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
