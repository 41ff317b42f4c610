import { SUPPRESS_FIELD, type ReminderPageContent } from '@app/contracts/public-page.ts'
import { SitePage, type Given, YourDataLink } from './SitePage.tsx'
import { PoweredBy, Rings } from './view/Icon.tsx'
import { isolated } from '@app/contracts/fields/names.ts'

interface ReminderTexts {
  readonly title: string
  readonly text?: string
  readonly button?: string
  /** Whether all reminders, of all profiles, can be refused here. */
  readonly offersAll?: true
}

const SOMEBODY = 'tu contacto'

const ALL_BUTTON = 'No quiero recibir más recordatorios de nadie'

const TEXTS_OF: Readonly<Record<ReminderPageContent['state'], (name: string) => ReminderTexts>> = {
  cancel: (name) => ({
    title: `¿Cancelar los recordatorios de ${name}?`,
    text: 'No te escribiremos más sobre este contacto.',
    button: 'Cancelar recordatorios',
    offersAll: true,
  }),
  cancelled: (name) => ({ title: `Listo, no recibirás más recordatorios de ${name}.`, offersAll: true }),
  suppressed: () => ({
    title: 'Listo, no recibirás más recordatorios de nadie.',
    text: 'Vale desde ahora y para todos los perfiles.',
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
  confirm: (name) => ({
    title: `¿Quieres un recordatorio de ${name}?`,
    text: 'Nos habías dicho que no querías recordatorios de nadie. Si confirmas, te escribiremos de este contacto, y podrás pedir otros.',
    button: 'Confirmar recordatorio',
  }),
  confirmed: (name) => ({
    title: `Listo. Te recordaremos a ${name}.`,
    text: 'En cada correo puedes cancelar.',
  }),
  'confirm-over': () => ({
    title: 'Este enlace ya no sirve.',
    text: 'No recibirás recordatorios. Si quieres uno, pídelo otra vez en el perfil.',
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

function Question({ button, offersAll }: ReminderTexts) {
  if (button === undefined && !offersAll) return null
  return (
    <form className="asked" method="post">
      {button !== undefined && (
        <button type="submit" className="go">
          {button}
        </button>
      )}
      {offersAll && (
        <button type="submit" className="all" name={SUPPRESS_FIELD} value="stop">
          {ALL_BUTTON}
        </button>
      )}
    </form>
  )
}
