import type { AdminRequestDetail } from '@app/contracts/privacy/requests.ts'
import { dueDayOf } from '@app/contracts/limits/periods.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/request-kinds.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useState, type ReactNode } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioList } from '../../../ui/forms/choices.tsx'
import { TextArea, TextField } from '../../../ui/forms/fields.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { dayLabel, minuteLabel } from '../../../ui/wording/date-time.ts'
import { useDecideRequestMutation } from '../admin-api.ts'

type Template = keyof typeof ADMIN_ANSWERS
type Act = Parameters<ReturnType<typeof useDecideRequestMutation>[0]>[0]['act']
type Person = AdminRequestDetail['people'][number]

interface FormProps {
  readonly request: AdminRequestDetail
}

/** Sends one of an administrator's acts with the reason; all but an answer need one. */
function useDecision(id: string) {
  const [decide, { error, isLoading }] = useDecideRequestMutation()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const say = useSay()
  const run = async (act: Act, done: string) => {
    setMissing(act.act !== 'answer' && act.reason === '')
    if (act.act !== 'answer' && act.reason === '') return
    const { data, error: refused } = await decide({ id, act })
    if (data) say(done)
    else if (refusalFrom(refused)?.code === 'conflict') say(`Error: ${refusalText(refused, '')}`)
  }
  const fields = (
    <>
      <TextArea
        label="Motivo"
        maxLength={LIMITS.paragraphCharsMax}
        value={reason}
        error={isMissing ? 'Escribe el motivo.' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      {error !== undefined && !isLoading && (
        <Notice tone="danger">{refusalText(error, 'No pudimos guardarlo.')}</Notice>
      )}
    </>
  )
  return { run, reason: reason.trim(), fields, isLoading }
}

const Form = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-4 border-t border-line pt-4">{children}</div>
)

export function UnblockForm({ request }: FormProps) {
  const { run, reason, fields, isLoading } = useDecision(request.id)
  return (
    <Form>
      {fields}
      <Button
        kind="primary"
        busy={isLoading}
        onClick={() => void run({ act: 'unblock', reason }, 'Datos desbloqueados')}
      >
        Desbloquear
      </Button>
    </Form>
  )
}

const TEMPLATES = (Object.keys(ADMIN_ANSWERS) as Template[]).map((value) => ({
  value,
  text: ADMIN_ANSWERS[value].text,
}))

export function AnswerForm({ request }: FormProps) {
  const { id, kind, people, needs_confirmation: isNeeded } = request
  const { run, reason, fields, isLoading } = useDecision(id)
  const [template, setTemplate] = useState<Template>(isNeeded ? 'unconfirmed' : 'done')
  const [person, setPerson] = useState<Person>()
  const choose = (chosen: string) => {
    setPerson(people.find((one) => one.id === chosen))
    setTemplate('done')
  }
  const named = template === 'done' ? person : undefined
  const isErased = kind === 'erasure' && template === 'done'
  const answer = () => {
    const corrected = named && kind === 'correction' ? { corrected: wordsOf(named) } : {}
    const act = { act: 'answer', template, reason, ...(named && { person: named.id }), ...corrected } as const
    void run(act, 'Respuesta anotada. Envíala por correo.')
  }
  return (
    <Form>
      {isNeeded && <People people={people} chosen={person?.id} onChoose={choose} />}
      <RadioList
        legend="Respuesta"
        showsLegend
        options={TEMPLATES}
        chosen={template}
        onChoose={setTemplate}
      />
      {named && kind === 'correction' && <Corrected person={named} onChange={setPerson} />}
      {fields}
      <div className="flex flex-wrap gap-2.5">
        <Button kind={isErased ? 'danger' : 'primary'} busy={isLoading} onClick={answer}>
          {isErased ? 'Borrar y responder' : 'Responder'}
        </Button>
        <ProlongButton
          request={request}
          disabled={isLoading}
          onPress={(done) => void run({ act: 'prolong', reason }, done)}
        />
      </div>
    </Form>
  )
}

const wordsOf = ({ name, phone, description }: Person) => ({ full_name: name, phone, description })

interface ProlongButtonProps extends FormProps {
  readonly disabled: boolean
  readonly onPress: (done: string) => void
}

/** A block is never prolonged, nor what is late. */
function ProlongButton({ request, disabled, onPress }: ProlongButtonProps) {
  const { kind, received_at: receivedAt, is_prolonged: isProlonged, days_left: daysLeft } = request
  if (kind === 'blocking' || isProlonged || daysLeft < 0) return null
  const until = dayLabel(dueDayOf({ kind, receivedAt }, true))
  return (
    <Button disabled={disabled} onClick={() => onPress(`Plazo prorrogado hasta el ${until}`)}>
      {`Prorrogar hasta el ${until}`}
    </Button>
  )
}

interface PeopleProps {
  readonly people: readonly Person[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const People = ({ people, chosen, onChoose }: PeopleProps) =>
  people.length === 0 ? (
    <p className="text-small text-ink-3">Nadie dejó en esa tarjeta ese mismo nombre o ese teléfono.</p>
  ) : (
    <RadioList
      legend="Quién es"
      showsLegend
      options={people.map(({ id, name, phone, at }) => ({
        value: id,
        text: `${name} · ${shownPhone(phone) ?? phone} · ${minuteLabel(Date.parse(at))}`,
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )

interface CorrectedProps {
  readonly person: Person
  readonly onChange: (person: Person) => void
}

function Corrected({ person, onChange }: CorrectedProps) {
  const field = (name: 'name' | 'phone' | 'description') => ({
    value: person[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...person, [name]: target.value }),
  })
  return (
    <>
      <TextField label="Nombre" {...field('name')} />
      <TextField label="Teléfono" {...field('phone')} />
      <TextArea label="Mensaje" {...field('description')} />
    </>
  )
}
