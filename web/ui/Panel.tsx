import { useId, type ReactNode } from 'react'

interface PanelProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex min-w-0 flex-col px-[18px] py-4">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
