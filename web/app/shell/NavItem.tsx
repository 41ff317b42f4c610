import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'

export const navItem = (narrow: boolean): string =>
  `nav-item text-nav ${narrow ? 'justify-center' : 'px-2.5'}`

interface NavItemProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly narrow?: boolean
  /** Of what the item leads to. */
  readonly count?: number | undefined
}

export function NavLabel({ icon: Icon, label, narrow = false, count }: NavItemProps) {
  return (
    <>
      <Icon
        aria-hidden="true"
        size={18}
        strokeWidth={1.9}
        className="flex-none in-aria-[current]:text-accent"
      />
      <span className={narrow ? 'sr-only' : ''}>{label}</span>
      {count !== undefined && !narrow && (
        <span aria-hidden="true" className="ml-auto text-micro font-semibold text-ink-3">
          {count}
        </span>
      )}
    </>
  )
}

interface NavLinkProps extends NavItemProps {
  readonly to: string
  readonly current: boolean
  readonly onClick?: (() => void) | undefined
}

export function NavItem({ to, current, onClick, ...label }: NavLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      title={label.narrow ? label.label : undefined}
      className={navItem(label.narrow ?? false)}
    >
      <NavLabel {...label} />
    </Link>
  )
}
