import { Suspense, type ReactNode } from 'react'

export const WRAP = 'mx-auto max-w-[1240px] px-8 max-desk:px-5'
export const NARROW_COLUMNS = 'max-desk:grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,34%)),1fr))]'
export const SUBTITLE = 'mt-[18px] max-w-[46ch] text-[min(1.1875rem,10vw)] leading-[1.45] tracking-[-0.012em]'
export const TILE_TEXT = 'mt-2 max-w-[40ch] text-pretty'

// With `hidden` in place of `clip` a browser would scroll sideways to a focused button.
const BLOCK =
  'relative m-2.5 overflow-clip rounded-[36px] forced-colors:border ' +
  'max-desk:m-1.5 max-desk:rounded-[26px]'
export const CELESTE = 'bg-signal text-on-signal [--focus:var(--on-signal)] [--signal-deep:var(--on-signal)]'
export const NIGHT = 'bg-night text-[#eef5f7] [--focus:var(--color-glow)] [--signal-deep:var(--color-glow)]'
export const CELESTE_BLOCK = `${BLOCK} ${CELESTE}`
export const NIGHT_BLOCK = `${BLOCK} ${NIGHT}`

const PADDED = 'py-[104px] max-desk:py-16'
const LOOKS = {
  plain: PADDED,
  follows: 'pb-[104px] max-desk:pb-16',
  celeste: `${CELESTE_BLOCK} ${PADDED}`,
  night: `${NIGHT_BLOCK} ${PADDED}`,
} as const

interface SectionProps {
  readonly name: string
  readonly look?: keyof typeof LOOKS
  readonly className?: string
  readonly children: ReactNode
}

/** React hydrates each in a task of its own, or a phone answers no press meanwhile: the boundary never waits. */
export function Section({ name, look = 'follows', className = '', children }: SectionProps) {
  return (
    <Suspense>
      <section
        id={name}
        tabIndex={-1}
        aria-labelledby={`${name}-title`}
        className={`${LOOKS[look]} focus:outline-none`}
      >
        <div className={`${WRAP} ${className}`}>{children}</div>
      </section>
    </Suspense>
  )
}

const TITLE = 'text-[min(clamp(2.125rem,4vw,3.5rem),12.5vw)] leading-none font-[680] tracking-[-0.045em]'

export const SectionTitle = ({ name, children }: Pick<SectionProps, 'name' | 'children'>) => (
  <h2 id={`${name}-title`} className={TITLE}>
    {children}
  </h2>
)

interface PointProps {
  readonly lead: string
  readonly leadLook: string
  readonly restLook: string
  readonly children: string
}

/** A sentence in two lines: the colon between them is only read out, and the second starts with a capital. */
export const Point = ({ lead, leadLook, restLook, children }: PointProps) => (
  <p>
    <b className={`block font-[650] ${leadLook}`}>
      {lead}
      <span className="sr-only">: </span>
    </b>
    <span className={`block first-letter:uppercase ${restLook}`}>{children}</span>
  </p>
)

/** A label that holds its radio button, which lies unseen over it. */
export const CHOICE =
  'relative font-semibold [&>input]:absolute [&>input]:inset-0 [&>input]:cursor-pointer [&>input]:opacity-0 ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) ' +
  'forced-colors:has-checked:border-3 forced-colors:has-checked:border-[Highlight]'

const KINDS = {
  ink: 'bg-on-signal text-white hover:bg-night-3',
  outline: 'shadow-edge hover:bg-on-signal/8',
  ghost: 'hover:bg-on-signal/8',
} as const
const SIZES = {
  pill: 'min-h-10 rounded-full px-4 text-[0.9375rem]',
  large: 'min-h-[52px] rounded-[14px] px-[22px] text-[1.0625rem]',
} as const

export const landingButton = (kind: keyof typeof KINDS, size: keyof typeof SIZES = 'pill'): string =>
  'inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap forced-colors:border ' +
  `transition-[background,transform] duration-(--dur-2) active:scale-98 pointer-coarse:min-h-11 ${KINDS[kind]} ${SIZES[size]}`
