// An extension that causes errors, to test whether the window tests detect them.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand('faulty.throw', () => {
      setTimeout(() => {
        throw new Error('thrown by a timer');
      }, 0);
    }),
    vscode.commands.registerCommand('faulty.reject', () => {
      void Promise.reject(new Error('rejected by nobody’s promise'));
    }),
    vscode.commands.registerCommand('faulty.page', () => {
      const panel = vscode.window.createWebviewPanel('faulty', 'Faulty', vscode.ViewColumn.One, {
        enableScripts: true,
      });
      panel.webview.html = `<!DOCTYPE html><h1>Faulty</h1><script>
        setTimeout(() => { throw new Error('thrown by a page'); });
        void Promise.reject(new Error('rejected by a page'));
      </script>`;
    }),
  );
};
