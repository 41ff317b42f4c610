import type { FieldChange } from '@app/contracts/api/history-calls.ts'
import type { ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { wordDiff, type DiffPart } from './word-diff.ts'

/** Each field before and after, with its changed words underlined. Before what was added there was nothing to show. */
export const FieldDiff = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <dl className="diff grid gap-2.5">
    {changes.map((change) => (
      <div key={change.field}>
        <dt className="mb-1 text-small font-semibold">{change.label}</dt>
        <Sides {...change} />
      </div>
    ))}
  </dl>
)

function Sides({ before, after, is_erased, is_blocked }: FieldChange) {
  if (is_erased) {
    return (
      <dd className="diff-erased rounded-sm bg-surface-2 px-2.5 ring-1 ring-line">
        <ErasedChip isBlocked={is_blocked} />
      </dd>
    )
  }
  const diff = wordDiff(before ?? '', after ?? '')
  return (
    <>
      {before !== null && (
        <Side sign="−" label="Antes:" className="is-before bg-danger-soft">
          <Words parts={diff.before} />
        </Side>
      )}
      <Side sign="+" label="Después:" className="is-after bg-success-soft">
        {after === null ? <span className="text-ink-2">vacío</span> : <Words parts={diff.after} />}
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
  <dd className={`diff-side text-small forced-colors:border ${className}`}>
    <i className="text-center font-[650]">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </i>
    <span dir="auto" className="whitespace-pre-line wrap-anywhere">
      {children}
    </span>
  </dd>
)

const Words = ({ parts }: { readonly parts: readonly DiffPart[] }) =>
  parts.map((part, at) =>
    part.isChanged ? (
      <span key={at} className="diff-changed font-[650]">
        {part.text}
      </span>
    ) : (
      <span key={at}>{part.text}</span>
    ),
  )
