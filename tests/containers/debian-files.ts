import { existsSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from './commands.ts'

const PACKAGES =
  'bash ca-certificates coreutils dash debianutils findutils grep gzip hostname libgcc-s1 libstdc++6 libzstd1 openssl sed tar util-linux zlib1g'.split(
    ' ',
  )
const NEVER =
  /^\/(?:usr\/share\/(?:bash-completion|bug|doc|doc-base|info|lintian|locale|man|menu|perl5)|etc|var|boot|lib\/systemd|usr\/lib\/systemd)\//
/** Links of a system with all programs below /usr. */
const MERGED = ['bin', 'lib', 'lib64', 'sbin']
const FOLDERS = ['etc/ssl/certs', 'proc', 'root', 'run', 'sys', 'tmp', 'var/lib', 'var/tmp', 'home/node']
const USERS = `root:x:0:0:root:/root:/bin/bash
postgres:x:999:999::/var/lib/postgresql:/bin/bash
node:x:1000:1000::/home/node:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
`
const GROUPS = 'root:x:0:\npostgres:x:999:\nnode:x:1000:\nnogroup:x:65534:\n'
const AUTHORITIES = 'etc/ssl/certs/ca-certificates.crt'

/** Copies a small Debian from the files of packages that are installed on this machine. */
export async function copyDebian(root: string): Promise<void> {
  for (const folder of [...FOLDERS, ...MERGED.map((name) => `usr/${name}`)])
    await mkdir(join(root, folder), { recursive: true })
  for (const name of MERGED) await symlink(`usr/${name}`, join(root, name))
  const list = join(dirname(root), 'debian-files')
  const files = await filesOf(await withDependencies(PACKAGES))
  await writeFile(list, files.map((path) => `${path.slice(1)}\n`).join(''))
  await run('sh', ['-c', 'tar -C / -cf - --no-recursion -T "$0" | tar -C "$1" -xf -', list, root])
  await writeFile(join(root, 'etc/passwd'), USERS)
  await writeFile(join(root, 'etc/group'), GROUPS)
  await writeFile(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
  await copyFile(`/${AUTHORITIES}`, join(root, AUTHORITIES))
  for (const folder of ['tmp', 'var/tmp']) await chmod(join(root, folder), 0o1777)
}

async function withDependencies(names: readonly string[]): Promise<readonly string[]> {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances']
  const args = ['depends', '--recurse', '--installed', ...kinds.map((kind) => `--no-${kind}`)]
  const answer = await run('apt-cache', [...args, ...names])
  return answer.split('\n').filter((line) => /^[a-z0-9]/.test(line))
}

async function filesOf(packages: readonly string[]): Promise<readonly string[]> {
  const answer = await run('sh', ['-c', 'dpkg-query -L "$@" 2>/dev/null || true', 'sh', ...packages])
  const paths = new Set(answer.split('\n').map(merged))
  const files: string[] = []
  for (const path of paths) {
    if (!path.startsWith('/') || NEVER.test(path) || !existsSync(path)) continue
    if (!(await lstat(path)).isDirectory()) files.push(path)
  }
  return files
}

const merged = (path: string): string => path.replace(/^\/(bin|lib|lib64|sbin)\//, '/usr/$1/')
