import { CircleAlert } from 'lucide-react'
import { refusalText } from './login-api.ts'

/** Why the server did not let them in. */
export function LoginRefusal({ error }: { readonly error: unknown }) {
  return (
    <p
      role="alert"
      className="flex items-center gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-small font-semibold text-danger"
    >
      <CircleAlert aria-hidden="true" size={17} className="flex-none" />
      {refusalText(error)}
    </p>
  )
}
