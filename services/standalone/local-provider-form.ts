import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { failurePage, loginPage, pageHeaders, type Typed } from './local-provider-page.ts'
import type { LocalPeople } from './local-provider-people.ts'

export const LOGIN_PATH = '/entrar/'

const FORM_BYTES_MAX = 4_096

export function createLoginForm(provider: Provider, people: LocalPeople, redirectUri: string) {
  // Browsers apply form-action to every redirect after the form.
  const headers = pageHeaders(new URL(redirectUri).origin)
  const show = (response: ServerResponse, status: number, page: string): void => {
    response.writeHead(status, headers).end(page)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Throws unless the login belongs to this browser and is in progress.
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return show(response, 200, loginPage())
    const typed = await typedIn(request)
    if (mailboxOf(typed.email) === undefined || typed.email.length > LIMITS.emailCharsMax)
      return show(response, 422, loginPage(typed, 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'))
    const accountId = people.remember(typed)
    await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await serve(request, response)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else show(response, 400, failurePage(error instanceof Error ? error.name : 'unknown'))
    }
  }
}

async function typedIn(request: IncomingMessage): Promise<Typed> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > FORM_BYTES_MAX) throw new Error('the form is too large')
  }
  const form = new URLSearchParams(text)
  return {
    name: headerText(form.get('name') ?? '', LIMITS.nameCharsMax).trim(),
    email: (form.get('email') ?? '').trim(),
    isVerified: form.get('verified') === 'yes',
  }
}
