import { setupListeners } from '@reduxjs/toolkit/query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import './app.css'
import { App } from './App.tsx'
import { savedSession } from './session/session-storage.ts'
import { createStore } from './store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

function start(container: HTMLElement): void {
  const store = createStore(savedSession(Date.now()))
  setupListeners(store.dispatch)
  createRoot(container).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  )
}

// old-browser.js has replaced the content if it set this flag.
if (!('oldBrowser' in document.documentElement.dataset)) start(root)
