import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'

const NAV_ITEM =
  'flex min-h-9 w-full items-center gap-[10px] rounded-[10px] text-start text-nav font-[550] wrap-anywhere ' +
  'hyphens-auto text-ink-2 hover:bg-ink/5 aria-[current]:bg-surface aria-[current]:font-[650] ' +
  'aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line),var(--shadow-1)] pointer-coarse:min-h-11 ' +
  'forced-colors:aria-[current]:border [&>span]:min-w-0'

/** In the sheet of phones large text has the room of its edges. */
export const navItem = (narrow: boolean): string =>
  `${NAV_ITEM} ${narrow ? 'justify-center' : 'px-[min(0.625rem,3.125vw)]'}`

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
