import { FileImage, PenTool, QrCode } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { Button } from './Button.tsx'

const FILES = [
  ['png', FileImage],
  ['svg', PenTool],
] as const

export function QrPopover({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button
          size="sm"
          aria-label={`Descargar QR de ${name}`}
          icon={<QrCode aria-hidden="true" size={15} strokeWidth={1.9} />}
        >
          Descargar QR
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={`Descargar QR de ${name}`}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 grid w-[min(13.75rem,calc(100vw-24px))] animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface p-1.5 shadow-pop ring-1 ring-line"
        >
          {FILES.map(([format, Icon]) => (
            <Popover.Close key={format} asChild>
              <a
                {...qrFileLink(slug, format)}
                className="flex min-h-10 items-center gap-2.5 rounded-sm px-2.5 text-nav font-[550] hover:bg-surface-3 pointer-coarse:min-h-11"
              >
                <Icon aria-hidden="true" size={16} strokeWidth={1.9} className="flex-none text-ink-3" />
                {QR_FILES[format]}
              </a>
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

export const QR_FILES = { png: 'PNG para imprimir', svg: 'SVG para diseño' } as const
type QrFormat = keyof typeof QR_FILES

export const qrFileLink = (slug: string, format: QrFormat) => ({
  href: `/pages/${slug}/qr.${format}`,
  download: `qr-${slug}.${format}`,
})
