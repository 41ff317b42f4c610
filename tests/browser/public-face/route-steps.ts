import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedInScript } from './public-face-fixture.ts'
import { eventually } from '../../support/eventually.ts'
import { looksRightEverywhere, openStill } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const LANDING = 'Tu tarjeta, a un toque.'
const LOGIN = 'Iniciar Sesión'
const PANEL = 'Analytics Dashboard'
const ADMINISTRATION = 'Panel de Administración'
const FORGOT = 'Recupera tu contraseña'

type Who = 'nobody' | 'owner' | 'admin'
type Title = string | Readonly<Record<Who, string>>
/** A signed-in visitor is led to the panel, an owner of one profile to it, others to the sign-in. */
const PRIVATE = { nobody: LOGIN, owner: 'Mis Perfiles', admin: PANEL }

/** Section 2 of the specification, and the title that each person finds there. */
const ROUTES: Readonly<Record<string, Title>> = {
  '/': LANDING,
  '/landing': LANDING,
  '/inicio': LANDING,
  '/login': PRIVATE,
  '/register': { ...PRIVATE, nobody: 'Crea tu cuenta' },
  '/reset-password': FORGOT,
  '/auth/forgot-password': FORGOT,
  '/auth/reset?token=wrong': 'Enlace inválido',
  '/auth/reset/success': 'Contraseña actualizada',
  '/profile': 'Error de autenticación',
  '/activate': PRIVATE,
  '/dashboard': PRIVATE,
  // An owner is sent to the sign-in, and from there, being signed in, to their own panel.
  '/admin': { ...PRIVATE, admin: ADMINISTRATION },
  '/pages/demo': 'Antonia Rivas Soto',
  '/privacidad': 'Privacidad',
}

export function routeSteps(world: () => ApiWorld): void {
  /** A screen of two routes or two people is checked once; the landing elsewhere. */
  const looked = new Set([LANDING])

  async function opens(page: Page, path: string, title: string): Promise<void> {
    await page.goto(world().api.url + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    // Of the document: the landing's phone shows a profile, which is inert, in a tree of its own.
    await eventually(async () =>
      expect([path, await page.evaluate("document.querySelectorAll('h1').length")]).toEqual([path, 1]),
    )
    expect([path, await page.title()]).toEqual([path, expect.stringMatching(/\S/)])
    if (looked.has(title)) return
    looked.add(title)
    await looksRightEverywhere(page, `route-${title}`)
  }

  test.each(['nobody', 'owner', 'admin'] as const)(
    'for %s has one title, is accessible and logs no error [ACC-16, SCR-9]',
    async (who) => {
      const { context, page, complaints } = await openStill(world())
      if (who !== 'nobody') await context.addInitScript(await signedInScript(world(), world().api[who]))
      for (const [path, title] of Object.entries(ROUTES)) {
        await opens(page, path, typeof title === 'string' ? title : title[who])
        expect([path, complaints]).toEqual([path, []])
      }
      await context.close()
    },
  )
}
