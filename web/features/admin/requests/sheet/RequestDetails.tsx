import type { AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import type { ReactNode } from 'react'
import { PersonAvatar } from '../../../../ui/people/PersonAvatar.tsx'
import { candidateIn } from '../../../../ui/rights/candidate-in.ts'
import { CandidateChoice } from '../../../../ui/rights/CandidateChoice.tsx'
import { MatchTable } from '../../../../ui/rights/MatchTable.tsx'
import { minuteLabel } from '../../../../ui/wording/exact-time.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { WANTED } from './wanted.ts'

interface RequestDetailsProps {
  readonly request: AdminRequestDetail
  readonly chosen: string | undefined
  readonly onChoose: (candidate: string) => void
  readonly wide: boolean
}

export function RequestDetails({ request, chosen, onChoose, wide }: RequestDetailsProps) {
  const { owner, answer, answered_at: at, proof } = request
  return (
    <>
      <Part title="Qué pidió">
        <Asked request={request} />
      </Part>
      {answer !== null && (
        <Part title="Qué se le respondió">
          <blockquote dir="auto" className="request-answer wrap-anywhere whitespace-pre-line">
            {answer}
          </blockquote>
          {at !== null && (
            <p className="mt-1 text-small text-ink-3 tabular-nums">
              El <time dateTime={at}>{minuteLabel(Date.parse(at))}</time>
            </p>
          )}
        </Part>
      )}
      {proof === 'none' && request.status === 'open' && (
        <Part title="Qué coincide">
          <Matches request={request} chosen={chosen} onChoose={onChoose} />
        </Part>
      )}
      {owner && (
        <Part title="Quién confirma">
          <div className="request-owner flex items-center gap-3 bg-surface-2 text-small text-ink-2">
            <PersonAvatar name={owner.name} />
            <p className="min-w-0 wrap-anywhere">
              <b dir="auto" className="block text-nav font-[650] text-ink">
                {owner.name}
              </b>
              Es su tarjeta. <OwnersAnswer request={request} askedAt={owner.asked_at} />
            </p>
          </div>
        </Part>
      )}
      <RequestFacts request={request} wide={wide} />
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="pt-4">
    <h3 className="mb-2 text-micro font-[650] tracking-normal text-ink-2">{title}</h3>
    {children}
  </section>
)

function Asked({ request: { kind, card, asked, email } }: Pick<RequestDetailsProps, 'request'>) {
  const { what } = WANTED[kind]
  return (
    <>
      <p className="wrap-anywhere">
        {card === null ? (
          `${what} sus datos.`
        ) : (
          <span>
            {what} lo que dejó en la tarjeta de{' '}
            <a
              href={`/pages/${card.slug}`}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-accent hover:underline"
            >
              <bdi>{card.name}</bdi>
            </a>
            .
          </span>
        )}
      </p>
      {asked.words !== '' && (
        <blockquote dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          «{asked.words}»
        </blockquote>
      )}
      {email !== null && (
        <p className="mt-1 text-small wrap-anywhere text-ink-3">La respuesta va a {email}</p>
      )}
    </>
  )
}

function Matches({ request: { asked, candidates }, chosen, onChoose }: Omit<RequestDetailsProps, 'wide'>) {
  const candidate = candidateIn(candidates, chosen)
  return (
    <div className="@container grid gap-3">
      {candidates.length > 1 && (
        <CandidateChoice candidates={candidates} chosen={chosen} onChoose={onChoose} />
      )}
      <MatchTable asked={asked} candidate={candidate} keptTitle="Lo guardado" />
      {candidates.length === 0 && (
        <p className="text-small text-ink-3">Nadie de quienes dejaron sus datos en esa tarjeta coincide.</p>
      )}
    </div>
  )
}

interface OwnersAnswerProps {
  readonly request: AdminRequestDetail
  readonly askedAt: string
}

function OwnersAnswer({ request, askedAt }: OwnersAnswerProps) {
  const { is_denied: isDenied, confirmed_by: by, status } = request
  if (by === 'owner') return <span>Respondió que sí es.</span>
  if (isDenied) return <span>Respondió que no conoce a esta persona.</span>
  const so =
    by === 'admin' ? 'Confirmó administración' : status === 'answered' ? 'No respondió' : 'Aún no responde'
  return (
    <>
      <span>{`${so}; se le preguntó el `}</span>
      <time dateTime={askedAt} className="tabular-nums">
        {minuteLabel(Date.parse(askedAt))}
      </time>
      <span>.</span>
    </>
  )
}
