import type { RequestCandidate } from '@app/contracts/api/rights/request-calls.ts'
import { RadioList } from '../forms/RadioList.tsx'
import { minuteLabel } from '../wording/exact-time.ts'

interface CandidateChoiceProps {
  readonly candidates: readonly RequestCandidate[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** Several people left words that fit. */
export const CandidateChoice = ({ candidates, chosen, onChoose }: CandidateChoiceProps) => (
  <RadioList
    legend="Varias personas se parecen. ¿Cuál es?"
    showsLegend
    options={candidates.map(({ id, name, at }) => ({
      value: id,
      text: (
        <>
          <bdi>{name || 'Sin nombre'}</bdi>
          <span> </span>
          <time dateTime={at} className="text-small font-[450] text-ink-3 tabular-nums">
            {minuteLabel(Date.parse(at))}
          </time>
        </>
      ),
    }))}
    chosen={chosen}
    onChoose={onChoose}
  />
)
