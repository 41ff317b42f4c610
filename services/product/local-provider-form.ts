import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { mailboxOf, normalEmail } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { failurePage, loginPage, pageHeaders, type LocalPerson } from './local-provider-page.ts'

export const LOGIN_PATH = '/entrar/'

const FORM_BYTES_MAX = 4_096

export interface LocalPeople {
  /** @returns the subject */
  remember(person: LocalPerson): string
  find(subject: string): LocalPerson | undefined
}

const REMEMBERED_MAX = 1_000

/** In memory only. The subject is derived from the address, so it stays the same after a restart. */
export function createLocalPeople(): LocalPeople {
  const people = new Map<string, LocalPerson>()
  return {
    remember: (person) => {
      const subject = createHash('sha256').update(normalEmail(person.email)).digest('hex').slice(0, 32)
      people.set(subject, person)
      if (people.size > REMEMBERED_MAX) people.delete([...people.keys()][0]!)
      return subject
    },
    find: (subject) => people.get(subject),
  }
}

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

async function typedIn(request: IncomingMessage): Promise<LocalPerson> {
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
