import { copyText } from '../ui/browser/copy-text.ts'
import { publicUrl } from './public-url.ts'

/** @returns the message after the press */
export async function copyLink(slug: string): Promise<string> {
  const isCopied = await copyText(document, `${publicUrl()}/pages/${slug}`)
  return isCopied ? 'Enlace copiado' : 'Error al copiar el enlace'
}
