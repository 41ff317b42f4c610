import { FIELD_TEXTS } from '../fields/field-texts.ts'
import type { Difference } from './conflict.ts'

export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <ul aria-label="Diferencias" className="grid gap-3">
      {differences.map(({ name, mine, theirs }) => (
        <li key={name} className="grid gap-2 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
          <b className="font-semibold">{FIELD_TEXTS[name].label}</b>
          <dl className="grid gap-2 min-[420px]:grid-cols-2">
            <Version title="Tu versión" text={mine} />
            <Version title="La otra versión" text={theirs} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-ink-3">{title}</dt>
      <dd dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">
        {text === '' ? <i className="text-ink-3">Vacío</i> : text}
      </dd>
    </div>
  )
}
