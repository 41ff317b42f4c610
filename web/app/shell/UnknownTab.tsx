import { Info } from 'lucide-react'

/** The line above the tab that is shown instead. */
export const UnknownTab = () => (
  <div
    role="status"
    className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3.5 py-2 text-small text-ink"
  >
    <Info aria-hidden="true" size={17} className="flex-none text-accent" />
    <p className="min-w-0 flex-1">La dirección nombra una pestaña que no existe; te mostramos esta.</p>
  </div>
)
