import { copyText } from '../ui/browser/copy-text.ts'
import { pageAddress } from './public-url.ts'

/** @returns the message after the press */
export async function copyLink(slug: string): Promise<string> {
  const isCopied = await copyText(document, pageAddress(slug))
  return isCopied ? 'Enlace copiado' : 'Error al copiar el enlace'
}
