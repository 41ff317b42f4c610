export const QR_FILES = { png: 'PNG para imprimir', svg: 'SVG para diseño' } as const
type QrFormat = keyof typeof QR_FILES

/** The code leads to the page with `?s=qr`. */
export const qrFileLink = (slug: string, format: QrFormat) => ({
  href: `/pages/${slug}/qr.${format}`,
  download: `qr-${slug}.${format}`,
})
