import { visitorFormPath, type VisitorForm } from '@app/contracts/public-page.ts'
import { Icon } from './Icon.tsx'

const OPENERS = [
  { form: 'remind', icon: 'bell', word: 'Recuérdamelo', more: ': recibe un recordatorio por correo' },
  { form: 'identify', icon: 'users', word: 'Preséntate', more: ' (opcional)' },
] as const satisfies readonly { form: VisitorForm; icon: string; word: string; more: string }[]

/** Scripts open a dialog instead of following the address. */
export function Openers({ slug }: { slug: string }) {
  return (
    <form className="openers">
      {OPENERS.map(({ form, icon, word, more }) => (
        <button
          key={form}
          className="round"
          formAction={visitorFormPath(slug, form)}
          aria-label={word + more}
          data-opens={form}
        >
          <i>
            <Icon name={icon} size={20} stroke={1.9} />
          </i>
          <span>{word}</span>
        </button>
      ))}
    </form>
  )
}
