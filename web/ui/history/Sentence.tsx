import type { SentencePart } from '@app/contracts/api/history-calls.ts'
import { ErasedChip } from './ErasedChip.tsx'
import { Dated } from '../wording/Dated.tsx'

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
