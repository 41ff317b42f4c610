import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { PRODUCT } from '../contracts/product.ts'
import { CLIENT_BROWSERS } from './browsers.ts'

const API = 'http://127.0.0.1:3000'

const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT.name),
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), productName],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // ECharts alone exceeds Vite's default. tests/browser/web-budget.build.test.ts has the real limits.
    chunkSizeWarningLimit: 600,
    target: CLIENT_BROWSERS,
    // The CSP blocks data: URLs of fonts and images.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': API, '/pages': API, '^/profile/.+/vcf': API } },
})
