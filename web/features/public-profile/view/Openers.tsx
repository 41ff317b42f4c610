import { visitorFormPath, type VisitorForm } from '@app/contracts/public-page.ts'
import { Icon } from './Icon.tsx'

const OPENERS = [
  { form: 'remind', icon: 'bell', label: 'Recibir un recordatorio por correo' },
  { form: 'identify', icon: 'users', label: 'Identifícate (opcional)' },
] as const satisfies readonly { form: VisitorForm; icon: string; label: string }[]

/** Scripts open a dialog instead of following the address. */
export function Openers({ slug }: { slug: string }) {
  return (
    <form className="openers">
      {OPENERS.map(({ form, icon, label }) => (
        <button
          key={form}
          className="round"
          formAction={visitorFormPath(slug, form)}
          aria-label={label}
          data-opens={form}
        >
          <Icon name={icon} size={20} stroke={1.9} />
        </button>
      ))}
    </form>
  )
}
