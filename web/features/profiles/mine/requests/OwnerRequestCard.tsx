import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { UserRoundSearch } from 'lucide-react'
import { useId, useState } from 'react'
import { candidateIn } from '../../../../ui/rights/candidate-in.ts'
import { CandidateChoice } from '../../../../ui/rights/CandidateChoice.tsx'
import { MatchTable } from '../../../../ui/rights/MatchTable.tsx'
import { dayLabel } from '../../../../ui/wording/exact-time.ts'
import { ownerWords } from './owner-words.ts'
import { OwnerAnswers } from './OwnerAnswers.tsx'
import './owner-request.css'

interface OwnerRequestCardProps {
  readonly request: OwnerRequest
  /** Where the owner has several cards. */
  readonly namesCard: boolean
  readonly onDone: () => void
}

/** Asks the owner of a card whether somebody who asks is one of those who left words on it. */
export function OwnerRequestCard({ request, namesCard, onDone }: OwnerRequestCardProps) {
  const { kind, profile, due_day: dueDay, asked, candidates } = request
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const candidate = candidateIn(candidates, chosen)
  const { question, consequence } = ownerWords(kind)
  return (
    <section aria-labelledby={id} className="owner-request card">
      <div className="owner-request-asks">
        <span aria-hidden="true" className="owner-request-icon">
          <UserRoundSearch size={22} strokeWidth={1.9} />
        </span>
        <h2 id={id} className="owner-request-title">
          {question} ¿Es esta persona?
        </h2>
        {namesCard && (
          <p className="owner-request-card text-small text-ink-3">{`Tarjeta de ${isolated(profile.name)}`}</p>
        )}
        <p className="owner-request-then text-nav text-ink-2">{consequence}</p>
        <OwnerAnswers request={request} candidate={candidate?.id} onDone={onDone} />
        <p className="owner-request-until text-small text-ink-3 tabular-nums">
          Puedes responder hasta el {dayLabel(dueDay)}.
        </p>
      </div>
      <div className="owner-request-match">
        {candidates.length > 1 && (
          <CandidateChoice candidates={candidates} chosen={chosen} onChoose={setChosen} />
        )}
        <MatchTable asked={asked} candidate={candidate} keptTitle="Lo que te dejó" showsTold />
        {asked.words !== '' && (
          <p className="text-small wrap-anywhere text-ink-2">{`Agrega: «${isolated(asked.words)}»`}</p>
        )}
      </div>
    </section>
  )
}
