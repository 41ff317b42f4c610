import type { FieldChange } from '@app/contracts/api/history-calls.ts'
import type { ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { wordDiff, type DiffPart } from './word-diff.ts'

/** Each field before and after, with its changed words underlined. */
export const FieldDiff = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <dl className="grid gap-2.5 pb-0.5">
    {changes.map((change) => (
      <div key={change.field}>
        <dt className="mb-1 text-small font-semibold">{change.label}</dt>
        <Sides {...change} />
      </div>
    ))}
  </dl>
)

function Sides({ before, after, is_erased }: FieldChange) {
  if (is_erased) {
    return (
      <dd className="rounded-sm bg-surface-2 px-2.5 py-[5px] ring-1 ring-line">
        <ErasedChip />
      </dd>
    )
  }
  const diff = before !== null && after !== null ? wordDiff(before, after) : undefined
  return (
    <>
      <Side sign="−" label="Antes:" className="rounded-t-sm bg-danger-soft [&>i]:text-danger">
        <Words text={before} parts={diff?.before} className="border-danger" />
      </Side>
      <Side sign="+" label="Después:" className="rounded-b-sm bg-success-soft [&>i]:text-success">
        <Words text={after} parts={diff?.after} className="border-success" />
      </Side>
    </>
  )
}

interface SideProps {
  readonly sign: string
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

const Side = ({ sign, label, className, children }: SideProps) => (
  <dd
    className={`grid grid-cols-[22px_minmax(0,1fr)] py-[5px] pr-2.5 text-small leading-[1.45] forced-colors:border ${className}`}
  >
    <i className="text-center font-[650] not-italic">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </i>
    <span className="whitespace-pre-line wrap-anywhere">{children}</span>
  </dd>
)

interface WordsProps {
  readonly text: string | null
  readonly parts: readonly DiffPart[] | undefined
  readonly className: string
}

function Words({ text, parts, className }: WordsProps) {
  if (text === null) return <span className="text-ink-2">vacío</span>
  if (parts === undefined) return text
  return parts.map((part, at) =>
    part.isChanged ? (
      <span key={at} className={`border-b-2 font-[650] ${className}`}>
        {part.text}
      </span>
    ) : (
      <span key={at}>{part.text}</span>
    ),
  )
}
