// Types for player.js: the parts of Node that it uses, so that checking it needs no package.

declare module "node:readline" {
  interface Lines {
    on(event: "line", listener: (line: string) => void): void;
    close(): void;
  }
  function createInterface(how: { input: object }): Lines;
}
declare const process: { stdin: object };
declare const console: { log(text: string): void; error(text: string): void };
