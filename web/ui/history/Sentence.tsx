import type { SentencePart } from '@app/contracts/audit.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { Lock } from 'lucide-react'

const DATE = /(\d\d-\d\d-\d{4})/

/** A text that breaks no date: browsers end a line after each hyphen, but not within `time`. */
export const Dated = ({ text }: { readonly text: string }) =>
  text.split(DATE).map((part, at) => {
    const Tag = at % 2 ? 'time' : 'span'
    return <Tag key={at}>{part}</Tag>
  })

export const Sentence = ({ parts }: { readonly parts: readonly SentencePart[] }) =>
  parts.map(({ as, text }, at) => {
    if (as === 'erased' || as === 'blocked') return <ErasedChip key={at} isBlocked={as === 'blocked'} />
    return as === 'who' ? (
      <b key={at} dir="auto" className="font-semibold">
        {text}
      </b>
    ) : (
      <span key={at}>
        <Dated text={text} />
      </span>
    )
  })

/** In place of text that nobody can read any more, or may read while it is blocked. */
export const ErasedChip = ({ isBlocked }: { readonly isBlocked?: boolean | undefined }) => (
  <span className="inline-flex min-h-5 items-center gap-[5px] rounded-xs bg-surface-3 px-[7px] align-[-3px] text-small font-semibold whitespace-nowrap text-ink-2 forced-colors:border">
    <Lock aria-hidden="true" size={12} strokeWidth={2.2} className="flex-none" />
    <span>{isBlocked ? BLOCKED_TEXT : 'Dato eliminado'}</span>
  </span>
)
