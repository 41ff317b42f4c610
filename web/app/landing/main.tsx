import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './landing.css'
import { LandingPage, PAGES } from './LandingPage.tsx'

const root = document.getElementById('root')
const page = PAGES.find((name) => name === root?.dataset['page'])
if (!root || !page) throw new Error('the document is not one of web/build-landing.mjs')

const { pathname } = window.location
// Browsers take an address of the client, which led here, for one of this document.
window.addEventListener('popstate', () => {
  if (window.location.pathname !== pathname) window.location.reload()
})

// start.js has put a notice before the content if it set this flag.
if (!('oldBrowser' in document.documentElement.dataset)) {
  const [before = '', after = ''] = [...root.querySelectorAll('[data-built]')].map(
    ({ innerHTML }) => innerHTML,
  )
  hydrateRoot(
    root,
    <StrictMode>
      <LandingPage page={page} builtInYear={Number(root.dataset['year'])} built={{ before, after }} />
    </StrictMode>,
  )
}
