import { ALLOW_AGAIN, SUPPRESS_FIELD, type ReminderPageContent } from '@app/contracts/public-page.ts'
import { SitePage, type Given, YourDataLink } from './SitePage.tsx'
import { PoweredBy, Rings } from './view/Icon.tsx'
import { isolated } from '@app/contracts/fields/names.ts'

interface ReminderTexts {
  readonly title: string
  readonly text?: string
  readonly button?: string
  readonly ofAll?: { readonly text: string; readonly value: string }
}

const SOMEBODY = 'tu contacto'

const STOP_ALL = { text: 'No quiero recibir más recordatorios de nadie', value: 'stop' }
const ALLOW_ALL = { text: 'Quiero recibir recordatorios otra vez', value: ALLOW_AGAIN }

const TEXTS_OF: Readonly<Record<ReminderPageContent['state'], (name: string) => ReminderTexts>> = {
  cancel: (name) => ({
    title: `¿Cancelar los recordatorios de ${name}?`,
    text: 'No te escribiremos más sobre este contacto.',
    button: 'Cancelar recordatorios',
    ofAll: STOP_ALL,
  }),
  cancelled: (name) => ({ title: `Listo, no recibirás más recordatorios de ${name}.`, ofAll: STOP_ALL }),
  suppressed: () => ({
    title: 'Listo, no recibirás más recordatorios de nadie.',
    text: 'Vale desde ahora y para todos los perfiles.',
    ofAll: ALLOW_ALL,
  }),
  'mailbox-unknown': (name) => ({
    title: `Listo, no recibirás más recordatorios de ${name}.`,
    text: 'Ya borramos tu correo, así que no podemos anotarlo para los demás perfiles. Si te llega otro recordatorio, cancélalo desde ahí.',
  }),
  talked: (name) => ({
    title: `¿Hablaste con ${name}?`,
    text: 'Si ya se pusieron en contacto, no te escribiremos más.',
    button: 'Ya hablamos',
  }),
  converted: (name) => ({ title: `¡Qué bueno! No te escribiremos más sobre ${name}.` }),
  over: (name) => ({ title: `Ya no te escribiremos sobre ${name}.`, text: 'Este recordatorio ya terminó.' }),
  earlier: () => ({
    title: 'Este enlace es de un recordatorio anterior.',
    text: 'Usa el enlace del último correo que te enviamos.',
  }),
  allowed: () => ({
    title: 'Listo, puedes pedir recordatorios otra vez.',
    text: 'En cada correo puedes cancelar.',
  }),
  'not-found': () => ({
    title: 'Este enlace no funciona.',
    text: 'Ábrelo otra vez desde el correo que te enviamos.',
  }),
}

const reminderTexts = ({ state, name = SOMEBODY }: ReminderPageContent): ReminderTexts =>
  TEXTS_OF[state](isolated(name))

/** Page of a mail's link: a question whose answer is a POST to the same address, or the outcome. */
export function ReminderPage({ page, ...site }: Given & { readonly page: ReminderPageContent }) {
  const texts = reminderTexts(page)
  const { title, text } = texts
  return (
    <SitePage {...site} title={title} description={text ?? title}>
      <main className="column lost">
        <Rings small />
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
        <Question {...texts} />
        <YourDataLink />
        <PoweredBy home={`${site.publicUrl}/`} />
      </main>
    </SitePage>
  )
}

function Question({ button, ofAll }: ReminderTexts) {
  if (button === undefined && ofAll === undefined) return null
  return (
    <form className="decision" method="post">
      {button !== undefined && (
        <button type="submit" className="go">
          {button}
        </button>
      )}
      {ofAll && (
        <button type="submit" className="all" name={SUPPRESS_FIELD} value={ofAll.value}>
          {ofAll.text}
        </button>
      )}
    </form>
  )
}
