import type { AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import type { ReactNode } from 'react'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { RadioList } from '../../../../ui/forms/RadioList.tsx'
import { minuteLabel } from '../../../../ui/wording/exact-time.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/requests.ts'
import { publicUrl } from '../../../../app/public-url.ts'
import { requestMail } from './request-mail.ts'

interface RequestDetailsProps {
  readonly request: AdminRequestDetail
  readonly chosen: string | undefined
  readonly onChoose: (person: string) => void
  readonly wide: boolean
}

export function RequestDetails({ request, chosen, onChoose, wide }: RequestDetailsProps) {
  const { answered_at: at, needs_confirmation: isNeeded } = request
  const mail = requestMail(request, publicUrl())
  return (
    <>
      <Part title="Qué pidió">
        <Asked request={request} />
      </Part>
      {at !== null && (
        <Part title="Qué se le respondió">
          <p className="wrap-anywhere">{answerText(request)}</p>
          <p className="mt-1 text-small text-ink-3 tabular-nums">
            El <time dateTime={at}>{minuteLabel(Date.parse(at))}</time>
          </p>
        </Part>
      )}
      {mail !== undefined && (
        <p className="pt-3 text-small">
          <a href={mail} className="font-semibold wrap-anywhere text-accent hover:underline">
            {`Escribir a ${request.email ?? ''}`}
          </a>
        </p>
      )}
      {isNeeded && (
        <Part title="Quién es">
          <People request={request} chosen={chosen} onChoose={onChoose} />
        </Part>
      )}
      <RequestFacts request={request} wide={wide} />
    </>
  )
}

const OTHERS = { nothing: 'No guardamos nada de lo que pidió.', refused: 'No se hizo lo que pidió.' } as const

const answerText = ({ template, reason }: AdminRequestDetail): string => {
  if (template === null) return reason ?? ''
  const said = template in OTHERS ? OTHERS[template as keyof typeof OTHERS] : undefined
  return [said ?? ADMIN_ANSWERS[template as keyof typeof ADMIN_ANSWERS].text, reason]
    .filter((part) => part !== null)
    .join(' ')
}

const WANTED: Readonly<Record<AdminRequestDetail['kind'], string>> = {
  access: 'Ver',
  correction: 'Corregir',
  erasure: 'Borrar',
  objection: 'Que no usemos',
  portability: 'Llevarse',
  blocking: 'Bloquear',
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="pt-4">
    <h3 className="mb-2 text-micro font-[650] tracking-normal text-ink-2">{title}</h3>
    {children}
  </section>
)

function Asked({ request: { kind, card, asked, email } }: Pick<RequestDetailsProps, 'request'>) {
  const what = WANTED[kind]
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
      {asked.name !== '' && <p className="mt-1 text-small wrap-anywhere">{askerText(asked)}</p>}
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

const askerText = ({ name, phone, when }: AdminRequestDetail['asked']): string =>
  [isolated(name), shownPhone(phone) ?? phone, when && `«${isolated(when)}»`]
    .filter((part) => part !== '')
    .join(' · ')

function People({ request: { people }, chosen, onChoose }: Omit<RequestDetailsProps, 'wide'>) {
  if (people.length === 0)
    return <p className="text-small text-ink-3">Nadie dejó en esa tarjeta ese mismo nombre o ese teléfono.</p>
  return (
    <RadioList
      legend="Quién es"
      options={people.map(({ id, name, phone, at }) => ({
        value: id,
        text: (
          <>
            <bdi>{name}</bdi>
            <span className="text-small font-[450] text-ink-3 tabular-nums">
              {` ${shownPhone(phone) ?? phone} · `}
              <time dateTime={at}>{minuteLabel(Date.parse(at))}</time>
            </span>
          </>
        ),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
