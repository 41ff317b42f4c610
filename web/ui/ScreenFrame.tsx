import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Mark, Ondas } from './brand.tsx'
import { PageFoot } from './PageLinks.tsx'

interface ScreenTitleProps {
  readonly text: string
  /** For the window's title, if it differs from the heading. */
  readonly screen?: string
  readonly className?: string
}

let screensShown = 0

/** Takes the focus after a change of screen, so that screen readers announce it. Not on the first load. */
export function ScreenTitle({ text, screen = text, className = '' }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${screen} · ${PRODUCT.name}`
    screensShown += 1
    if (screensShown === 1) return
    // Arrows in the list of profiles change the screen, and go on from there.
    if (document.activeElement?.tagName !== 'SELECT') heading.current?.focus({ preventScroll: true })
    const announcer = document.getElementById('announcer')
    if (announcer) announcer.textContent = text
  }, [screen, text])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {text}
    </h1>
  )
}

interface ProfileHeaderProps {
  readonly title: string
  readonly screen?: string
  readonly profile: Readonly<Record<'name' | 'lastname' | 'slug', string>> | undefined
  readonly className?: string
  readonly children?: ReactNode
}

export const ProfileHeader = ({
  title,
  screen = title,
  profile,
  className = '',
  children,
}: ProfileHeaderProps) => (
  <header
    className={`mb-3.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2.5 wide:mb-[18px] ${className}`}
  >
    <div className="grid min-w-0 gap-0.5">
      <ScreenTitle text={title} screen={screen} className="text-h1" />
      {profile && (
        <p className="flex flex-wrap items-baseline gap-x-2 text-nav wrap-anywhere text-ink-2">
          <span dir="auto">{`${profile.name} ${profile.lastname}`.trim()}</span>
          <span className="font-mono text-small text-ink-3">{`/pages/${profile.slug}`}</span>
        </p>
      )}
    </div>
    {children}
  </header>
)

interface AccountFrameProps {
  readonly title: string
  readonly sign?: ReactNode
  readonly lead?: string
  readonly words?: ReactNode
  readonly note?: string
  readonly children?: ReactNode
}

/** Aligned at the top, so that the title stays where it is from one screen to the next. */
export function AccountFrame({
  title,
  sign,
  lead,
  words = PRODUCT.tagline,
  note,
  children,
}: AccountFrameProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] bg-surface lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
      <div className="flex flex-col px-[20px] pt-6 pb-4 sm:px-8">
        <main className="flex-1">
          <Mark size={24} />
          <div className="mx-auto grid w-full max-w-[400px] grid-cols-[minmax(0,1fr)] content-start gap-7 pt-[clamp(2.5rem,11dvh,8rem)] pb-10">
            <header className="grid gap-2.5 wrap-anywhere">
              {sign}
              <ScreenTitle
                text={title}
                className="text-[min(2rem,10vw)] leading-[1.1] tracking-[-0.035em] hyphens-auto"
              />
              {lead && <p className="text-pretty text-ink-2">{lead}</p>}
            </header>
            {children}
          </div>
        </main>
        <PageFoot {...(note === undefined ? {} : { note })} className="mx-auto w-full max-w-[400px]" />
      </div>
      <div className="sticky top-0 hidden h-dvh px-2.5 py-2.5 lg:block print:hidden">
        <aside className="relative h-full overflow-hidden rounded-[36px] bg-signal text-on-signal">
          <Ondas className="absolute top-[42%] left-[62%] w-[46rem] -translate-1/2" rings={14} step={32} />
          <p className="absolute bottom-12 left-12 text-balance text-[clamp(3rem,5.2vw,5rem)] leading-[.96] font-bold tracking-[-0.05em]">
            {words}
          </p>
        </aside>
      </div>
    </div>
  )
}
