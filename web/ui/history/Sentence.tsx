import type { SentencePart } from '@app/contracts/audit/calls.ts'
import { ErasedChip } from './ErasedChip.tsx'

const DATE = /(\d\d-\d\d-\d{4})/

/** A text that breaks no date: browsers end a line after each hyphen, but not within `time`. */
export const Dated = ({ text }: { readonly text: string }) =>
  text.split(DATE).map((part, at) => {
    const Tag = at % 2 ? 'time' : 'span'
    return <Tag key={at}>{part}</Tag>
  })

/** What happened, in words. */
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
