import { type ChildProcess, spawn } from 'node:child_process'

/** A part of the bench in a process of its own; resolves with its first message. */
export async function startChild<Message>(
  file: string,
  env: Record<string, string> = {},
): Promise<{ message: Message; child: ChildProcess; stop(): void }> {
  const child = spawn('node', [file], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const message = await new Promise<Message>((ready, failed) => {
    child.once('message', (told) => ready(told as Message))
    child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
  })
  return { message, child, stop: () => child.disconnect() }
}
