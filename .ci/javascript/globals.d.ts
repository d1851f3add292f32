// What the book's scripts share by way of the window.
interface Window {
  bookIndex: any;
  bookFinder: (index: any) => any;
  bookSearch: (query: string) => string[];
  bookExplorers: Record<string, any>;
  bookControls: any;
  bookDrag: any;
  liveBook: any;
  bookEditor: any;
  BookExplorer: any;
  bookGuess: (box: HTMLElement) => void;
  bookLevel: (box: HTMLElement, field: HTMLInputElement) => () => void;
  bookNotebookText: () => Promise<string>;
  bookPython: MessagePort | undefined;
  bookTurn: (address: string) => boolean;
  bookProblem: any;
  bookProblems: Record<string, string>;
  bookProblemWords: any;
  judgeProblem: any;
}

// In a worker.
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
